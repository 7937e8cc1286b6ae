// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {FreezableErc20} from "./FreezableErc20.sol";

/// @title TestAusd
/// @notice A TEST TOKEN FOR LOCAL CHAINS. IT IS WORTH NOTHING: ANY ACCOUNT CAN MINT IT, BURN IT, FREEZE ANY ACCOUNT AND
/// PAUSE IT. NEVER DEPLOY IT WHERE A PERSON COULD TAKE IT FOR MONEY.
/// @dev Behaves as AUSD does towards an escrow and a wallet: 6 decimals, name and symbol "AUSD", EIP-712 domain ("Agora
/// Dollar", "1"). ERC-3009 with random nonces and strict bounds, and ERC-2612, both in the (v, r, s) and the bytes form.
/// ECDSA checks a signature first, of 65 bytes or 64 (EIP-2098) and with any s. ERC-1271 checks it second (an EIP-7702
/// account has code, yet its key signs). Freezing, burning from any account, and five pauses, checked before all else.
/// Error names are AUSD's. Not reproduced: proxy and upgrades, roles, minting in batches, the check of a frozen caller.
contract TestAusd is FreezableErc20, EIP712, Nonces {
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant CANCEL_TYPEHASH = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    /// @notice Whether an authorisation's nonce was used or cancelled (ERC-3009).
    mapping(address authorizer => mapping(bytes32 nonce => bool used)) public authorizationState;

    /// @notice One account of `batchBurnFrom`, as AUSD has it.
    struct BatchBurnFromParam {
        address burnFromAddress;
        /// @dev Base units.
        uint256 value;
    }

    /// @notice An authorisation was used (ERC-3009).
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    /// @notice An authorisation was cancelled by its signer (ERC-3009).
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    /// @notice Tokens of an account were burnt.
    event Burned(address indexed burnFrom, uint256 value);

    /// @notice Burning was paused or released.
    event SetIsBurnFromPaused(bool isPaused);

    /// @notice Freezing was paused or released.
    event SetIsFreezingPaused(bool isPaused);

    /// @notice Minting was paused or released.
    event SetIsMintPaused(bool isPaused);

    /// @notice Signatures were paused or released.
    event SetIsSignatureVerificationPaused(bool isPaused);

    /// @notice Transfers were paused or released.
    event SetIsTransferPaused(bool isPaused);

    /// @notice The authorisation is not valid yet.
    error InvalidAuthorization();

    /// @notice The authorisation is no longer valid.
    error ExpiredAuthorization();

    /// @notice The authorisation's nonce was used or cancelled before.
    error UsedOrCanceledAuthorization();

    /// @notice Only the payee may use `receiveWithAuthorization`.
    error InvalidPayee(address caller, address payee);

    /// @notice The signature is not the authoriser's over this authorisation.
    error InvalidSignature();

    /// @notice The permit's deadline has passed.
    error Erc2612ExpiredSignature(uint256 deadline);

    /// @notice The signature is not the owner's over this permit.
    error Erc2612InvalidSignature();

    /// @notice Literal arguments only, so that CREATE2 gives one address on every chain.
    constructor() FreezableErc20("AUSD", "AUSD") EIP712("Agora Dollar", "1") {}

    /// @notice Creates tokens out of nothing. ANY ACCOUNT can call it.
    /// @param to The recipient.
    /// @param value Amount in base units (1e-6).
    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    /// @notice Burns tokens of any accounts, frozen ones too. ANY ACCOUNT can call it. For AUSD only the issuer can.
    /// @param burns The accounts and amounts.
    function batchBurnFrom(BatchBurnFromParam[] calldata burns) external {
        require(!isBurnFromPaused, BurnFromPaused());
        for (uint256 i = 0; i < burns.length; i++) {
            _burn(burns[i].burnFromAddress, burns[i].value);
            emit Burned(burns[i].burnFromAddress, burns[i].value);
        }
    }

    /// @notice Freezes an account. ANY ACCOUNT can call it.
    /// @param account The account that can then neither send nor receive.
    function freeze(address account) external {
        _setFrozen(account, true);
    }

    /// @notice Ends a freeze. ANY ACCOUNT can call it.
    /// @param account The account that can send and receive again.
    function unfreeze(address account) external {
        _setFrozen(account, false);
    }

    /// @notice Pauses or releases burning. ANY ACCOUNT can call it.
    /// @param isPaused Whether it is refused from now on.
    function setIsBurnFromPaused(bool isPaused) external {
        isBurnFromPaused = isPaused;
        emit SetIsBurnFromPaused(isPaused);
    }

    /// @notice Pauses or releases freezing and unfreezing. ANY ACCOUNT can call it.
    /// @param isPaused Whether they are refused from now on.
    function setIsFreezingPaused(bool isPaused) external {
        isFreezingPaused = isPaused;
        emit SetIsFreezingPaused(isPaused);
    }

    /// @notice Pauses or releases minting. ANY ACCOUNT can call it.
    /// @param isPaused Whether it is refused from now on.
    function setIsMintPaused(bool isPaused) external {
        isMintPaused = isPaused;
        emit SetIsMintPaused(isPaused);
    }

    /// @notice Pauses or releases transfers and permits by signature. ANY ACCOUNT can call it.
    /// @param isPaused Whether they are refused from now on.
    function setIsSignatureVerificationPaused(bool isPaused) external {
        isSignatureVerificationPaused = isPaused;
        emit SetIsSignatureVerificationPaused(isPaused);
    }

    /// @notice Pauses or releases all transfers. ANY ACCOUNT can call it.
    /// @param isPaused Whether transfers are refused from now on.
    function setIsTransferPaused(bool isPaused) external {
        isTransferPaused = isPaused;
        emit SetIsTransferPaused(isPaused);
    }

    /// @notice Moves tokens by the sender's signature. Any account may submit it (ERC-3009).
    /// @param from The signer and sender.
    /// @param to The recipient.
    /// @param value Amount in base units.
    /// @param validAfter Unix seconds, exclusive.
    /// @param validBefore Unix seconds, exclusive.
    /// @param nonce Any 32 bytes `from` has not used yet.
    /// @param v Of the ECDSA signature.
    /// @param r Of the ECDSA signature.
    /// @param s Of the ECDSA signature.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice Moves tokens to the caller by the sender's signature (ERC-3009).
    /// @param from The signer and sender.
    /// @param to The recipient, which must be the caller.
    /// @param value Amount in base units.
    /// @param validAfter Unix seconds, exclusive.
    /// @param validBefore Unix seconds, exclusive.
    /// @param nonce Any 32 bytes `from` has not used yet.
    /// @param v Of the ECDSA signature.
    /// @param r Of the ECDSA signature.
    /// @param s Of the ECDSA signature.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        receiveWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice Makes an authorisation unusable by its signer's signature (ERC-3009).
    /// @param authorizer The signer.
    /// @param nonce The authorisation's nonce.
    /// @param v Of the ECDSA signature.
    /// @param r Of the ECDSA signature.
    /// @param s Of the ECDSA signature.
    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        cancelAuthorization(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice Sets an allowance by the owner's signature (ERC-2612).
    /// @param owner The signer.
    /// @param spender The account that may spend.
    /// @param value The allowance in base units.
    /// @param deadline Unix seconds, inclusive.
    /// @param v Of the ECDSA signature.
    /// @param r Of the ECDSA signature.
    /// @param s Of the ECDSA signature.
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        permit(owner, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    /// @notice The EIP-712 domain separator (ERC-2612).
    // forge-lint: disable-next-line(mixed-case-function)
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @notice Moves tokens by the sender's signature. Any account may submit it (ERC-3009).
    /// @param from The signer and sender.
    /// @param to The recipient.
    /// @param value Amount in base units.
    /// @param validAfter Unix seconds, exclusive.
    /// @param validBefore Unix seconds, exclusive.
    /// @param nonce Any 32 bytes `from` has not used yet.
    /// @param signature ECDSA as r, s, v, or a signature that an ERC-1271 wallet accepts.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        _requireTransfers();
        _requireSignatures();
        bytes32 structHash = keccak256(abi.encode(TRANSFER_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
        _useAuthorization(from, nonce, validAfter, validBefore, structHash, signature);
        _transfer(from, to, value);
    }

    /// @notice Moves tokens to the caller by the sender's signature (ERC-3009).
    /// @param from The signer and sender.
    /// @param to The recipient, which must be the caller.
    /// @param value Amount in base units.
    /// @param validAfter Unix seconds, exclusive.
    /// @param validBefore Unix seconds, exclusive.
    /// @param nonce Any 32 bytes `from` has not used yet.
    /// @param signature ECDSA as r, s, v, or a signature that an ERC-1271 wallet accepts.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        _requireTransfers();
        _requireSignatures();
        require(to == msg.sender, InvalidPayee(msg.sender, to));
        bytes32 structHash = keccak256(abi.encode(RECEIVE_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
        _useAuthorization(from, nonce, validAfter, validBefore, structHash, signature);
        _transfer(from, to, value);
    }

    /// @notice Makes an authorisation unusable by its signer's signature (ERC-3009).
    /// @param authorizer The signer.
    /// @param nonce The authorisation's nonce.
    /// @param signature ECDSA as r, s, v, or a signature that an ERC-1271 wallet accepts.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) public {
        require(!authorizationState[authorizer][nonce], UsedOrCanceledAuthorization());
        bytes32 structHash = keccak256(abi.encode(CANCEL_TYPEHASH, authorizer, nonce));
        require(_isSignedBy(authorizer, structHash, signature), InvalidSignature());
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    /// @notice Sets an allowance by the owner's signature (ERC-2612).
    /// @param owner The signer.
    /// @param spender The account that may spend.
    /// @param value The allowance in base units.
    /// @param deadline Unix seconds, inclusive.
    /// @param signature ECDSA as r, s, v, or a signature that an ERC-1271 wallet accepts.
    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes memory signature) public {
        _requireSignatures();
        require(block.timestamp <= deadline, Erc2612ExpiredSignature(deadline));
        bytes32 structHash = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, _useNonce(owner), deadline));
        require(_isSignedBy(owner, structHash, signature), Erc2612InvalidSignature());
        _approve(owner, spender, value);
    }

    function _useAuthorization(
        address from,
        bytes32 nonce,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 structHash,
        bytes memory signature
    ) private {
        require(block.timestamp > validAfter, InvalidAuthorization());
        require(block.timestamp < validBefore, ExpiredAuthorization());
        require(!authorizationState[from][nonce], UsedOrCanceledAuthorization());
        require(_isSignedBy(from, structHash, signature), InvalidSignature());
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
    }

    function _isSignedBy(address signer, bytes32 structHash, bytes memory signature) private view returns (bool) {
        bytes32 digest = _hashTypedDataV4(structHash);
        address recovered = _recover(digest, signature);
        if (recovered != address(0) && recovered == signer) return true;
        return SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);
    }

    /// @dev Takes two forms that OpenZeppelin's `ECDSA` refuses and AUSD takes: 64 bytes, and the larger of the two
    /// values of s.
    function _recover(bytes32 digest, bytes memory signature) private pure returns (address) {
        (bytes32 r, bytes32 s) = (_wordAt(signature, 0), _wordAt(signature, 32));
        if (signature.length == 64) {
            return ecrecover(digest, 27 + uint8(uint256(s) >> 255), r, s & bytes32(uint256(type(int256).max)));
        }
        if (signature.length == 65) return ecrecover(digest, uint8(signature[64]), r, s);
        return address(0);
    }

    /// @dev Bytes beyond a shorter signature are read too, and not used.
    function _wordAt(bytes memory data, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 0x20), offset))
        }
    }
}
