// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The cheatcodes of forge that these tests use.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function warp(uint256 timestamp) external;
    function chainId(uint256 id) external;
    function etch(address target, bytes calldata code) external;
    function prank(address sender) external;
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);

    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 selector) external;
    function expectEmit(address emitter) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);

    function assertTrue(bool value, string calldata reason) external pure;
    function assertEq(bool actual, bool expected, string calldata reason) external pure;
    function assertEq(uint256 actual, uint256 expected, string calldata reason) external pure;
    function assertEq(address actual, address expected, string calldata reason) external pure;
    function assertEq(bytes32 actual, bytes32 expected, string calldata reason) external pure;
    function assertEq(bytes calldata actual, bytes calldata expected, string calldata reason) external pure;
    function assertEq(string calldata actual, string calldata expected, string calldata reason) external pure;
    function assertLe(uint256 actual, uint256 bound, string calldata reason) external pure;
    function assertGe(uint256 actual, uint256 bound, string calldata reason) external pure;

    function readFile(string calldata path) external view returns (string memory);
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool);
    function parseJsonAddress(string calldata json, string calldata key) external pure returns (address);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32);
    function parseJsonString(string calldata json, string calldata key) external pure returns (string memory);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function parseBytes(string calldata text) external pure returns (bytes memory);
    function toString(uint256 value) external pure returns (string memory);

    function split(string calldata text, string calldata delimiter) external pure returns (string[] memory);
    function envOr(string calldata name, bool fallbackValue) external view returns (bool);
    function envOr(string calldata name, string calldata fallbackValue) external view returns (string memory);
}
